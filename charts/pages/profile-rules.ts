/** METHODOLOGY's table of the rules by which samples are attributed. */
import { PARTS } from '../../shared/result/profile-parts.ts'
import { LINE_RULES, RULES, type Rule } from '../../shared/result/profile-rules.ts'
import { table } from '../text/markdown.ts'

/** A row a rule, in the order in which they are tried: those of single lines first. */
export function attributionRules(): string {
  const lines = LINE_RULES.map(({ line, part }, i) => [
    String(i + 1),
    'any but `node` and `deno`',
    `line ${pattern(line)}`,
    PARTS[part].title,
  ])
  const rows = RULES.map((rule, i) => [
    String(LINE_RULES.length + i + 1),
    rule.packages.map((name) => `\`${name}\``).join(' '),
    conditionsOf(rule),
    PARTS[rule.part].title,
  ])
  return table(['', 'code of', 'only', 'part'], [...lines, ...rows], ['right', 'left', 'left', 'left'])
}

function conditionsOf({ file, name, calledFrom, calledBy }: Rule): string {
  return [
    file ? `file ${pattern(file)}` : '',
    name ? `function ${pattern(name)}` : '',
    calledFrom ? `called from ${calledFrom.map((part) => PARTS[part].title).join(' or ')}` : '',
    calledBy ? `called by ${calledBy.map((name) => `\`${name}\``).join(' or ')}` : '',
  ]
    .filter(Boolean)
    .join(', ')
}

/** As code in a cell of a table, where a bar would end it. */
function pattern({ source, flags }: RegExp): string {
  return `\`/${source.replaceAll('|', '\\|')}/${flags}\``
}
