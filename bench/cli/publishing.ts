/** Publication, as the commands do it. Only who publishes waits for what draws to be loaded. */
import { say } from '../terminal/output.ts'

/** More files are counted. */
const MOST_NAMED = 6

/** Renews pages and charts, and names what changed. What is shown is a function of the stored results. @param site see `publish` */
export async function publishPages(site?: string): Promise<void> {
  const { publish } = await import('../../charts/pages/publish.ts')
  const changed = await publish(site)
  const rest = changed.length - MOST_NAMED
  const named = [...changed.slice(0, MOST_NAMED), ...(rest > 0 ? [`${rest} more`] : [])]
  say(`published: ${named.join(', ') || 'nothing changed'}`)
}
