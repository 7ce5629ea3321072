# capture.zsh SCRIPT LINE...: what a Tab at the end of each LINE offers when SCRIPT was sourced, one offer a line, and an
# empty line behind each.
zmodload zsh/zpty
hits=$(mktemp) setup=$(mktemp)
cat > $setup <<END
PROMPT=; unsetopt auto_list list_beep; bindkey -e; bindkey '^I' complete-word
autoload -Uz compinit; compinit -u -D
source ${(q)1}
compadd() {
  if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "\$@"; return; fi
  local -a found; builtin compadd -A found "\$@"
  ((\$#found)) && print -rl -- \$found >> $hits
  builtin compadd "\$@"
}
next() { print >> $hits; zle kill-buffer }; zle -N next; bindkey '^Y' next
leave() { exit }; zle -N leave; bindkey '^X' leave
END
zpty shell zsh -f -i
zpty -w shell "source $setup"
for line in "${@[2,-1]}"; do zpty -w -n shell "$line"$'\t\x19'; done
zpty -w -n shell $'\x18'
while zpty -r shell chunk; do :; done 2> /dev/null
cat $hits
rm -f $hits $setup
