import { command } from '../command.ts'
import { publishPages } from '../publishing.ts'

export const publish = command({
  name: 'publish',
  description: 'write the pages, charts and report of all stored results',
  operands: [],
  options: {},
  async run() {
    await publishPages()
    return 0
  },
})
