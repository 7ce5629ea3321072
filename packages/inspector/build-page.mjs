// Not published: a clone builds the page when it is needed for the first time.
import { ready } from '../../scripts/parts/ready.mjs';

/** Builds the page of the inspector. */
export const buildPage = () => ready('page');
