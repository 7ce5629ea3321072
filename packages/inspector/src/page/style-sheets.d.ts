// The bundler gathers the style sheets that scripts import.
declare module '*.css';
