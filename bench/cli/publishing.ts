/** What is published after a measurement. Only who publishes waits for what draws to be loaded. */
import { plural } from '../../shared/basics/text.ts'
import { say } from '../terminal/output.ts'

/** Renews pages and charts after a result was stored. Which results are shown is a function of the stored ones. */
export async function publishPages(): Promise<void> {
  const { publish } = await import('../../charts/pages/publish.ts')
  say(`published ${plural((await publish()).length, 'file')}`)
}
