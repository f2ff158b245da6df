/** What is held against the numbers of a table, in the lines below it. */
import type { Result } from '../../shared/result/format.ts'
import { escaped, inline } from '../text/markdown.ts'
import { commonVerdicts, type Footnote, footnotes, rareVerdicts, trialsText } from '../text/marks.ts'

/**
 * First what most rows carry, which is said once and marked at none; then each mark.
 * @param where of a mark: whose trials, in a few words that begin with a space; nothing where the table does not say
 * @returns Markdown, a line each
 */
export function heldTexts(result: Result, where: (footnote: Footnote) => string): string[] {
  return [
    ...commonVerdicts(result).map(
      ({ kind, meaning, whose }) =>
        `**${kind}** is said here and marked at no name, since most have it: ${meaning}. ${inline(whose)}`,
    ),
    ...footnotes(result).map((footnote) => {
      const { mark, kind, meaning } = footnote
      return `${escaped(mark)} **${kind}**: ${meaning}.${where(footnote)}`
    }),
  ]
}

/** What stands in too few trials to mark a number, as one line; nothing where there is none. */
export function rareTexts(result: Result): string[] {
  const rare = rareVerdicts(result).map(({ kind, servers }) => `${kind}: ${inline(trialsText(servers))}`)
  return rare.length > 0 ? [`Not marked, since in less than a tenth of a server’s trials: ${rare.join(' · ')}`] : []
}
