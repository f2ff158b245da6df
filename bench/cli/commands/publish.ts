import { command, value } from '../command.ts'
import { userPath } from '../options.ts'
import { publishPages } from '../publishing.ts'

export const publish = command({
  name: 'publish',
  description: 'write the pages, charts and report of all stored results',
  operands: [],
  options: {
    data: value('<dir>', 'write the published figures and badges into this directory, too, as JSON', userPath),
  },
  async run({ data }) {
    await publishPages(data)
    return 0
  },
})
