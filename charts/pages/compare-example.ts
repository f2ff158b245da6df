/** What `compare` prints about two servers of a result. */

import { compareServers } from '../../shared/result/compare.ts'
import { formats } from '../../shared/result/compare-report.ts'
import type { Published } from '../../shared/result/published.ts'
import { blocks } from '../text/markdown.ts'

/** Two servers of much the same speed and runtime, where the result has both. */
const USUAL = ['express', 'restify']

/** Markdown; nothing where the result has fewer than two numbers besides the baseline's. */
export function compareExample({ result, path }: Published): string {
  const names = result.servers.flatMap(({ name, summary }) => (summary && name !== result.baseline ? [name] : []))
  const [old, recent] = USUAL.every((name) => names.includes(name)) ? USUAL : names
  if (!old || !recent) return ''
  const command = `npm run bench -- compare ${old} ${recent} --in ${path} --format markdown`
  return blocks(
    'Two servers of the published run; two results give such a row for each server:',
    `\`\`\`text\n$ ${command}\n\`\`\``,
    formats.markdown(compareServers({ file: path, result }, old, recent, undefined)),
  )
}
