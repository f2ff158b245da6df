import { plural } from '../../../shared/basics/text.ts'
import { say } from '../../terminal/output.ts'
import { command } from '../command.ts'

export const publish = command({
  name: 'publish',
  description: 'write the pages, charts and report of all stored results',
  operands: [],
  options: {},
  async run() {
    // Only who publishes waits for what draws to be loaded.
    const { publish } = await import('../../../charts/pages/publish.ts')
    say(`published: ${plural((await publish()).length, 'file')} changed`)
    return 0
  },
})
