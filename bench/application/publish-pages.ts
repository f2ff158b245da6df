/** Renews pages and charts after a result was stored. Which results are shown is a function of the stored ones. */
import { plural } from '../../shared/basics/text.ts'

/** Only who publishes waits for what draws to be loaded. */
export async function publishPages(): Promise<void> {
  const { publish } = await import('../../charts/pages/publish.ts')
  console.log(`published ${plural((await publish()).length, 'file')}`)
}
