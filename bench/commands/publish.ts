import { command, value } from '../cli/command.ts'
import { userPath } from '../cli/options.ts'
import { publishPages } from '../cli/results.ts'

export const publish = command({
  name: 'publish',
  description: 'write the pages, charts and report of all stored results',
  operands: [],
  options: {
    site: value(
      '<dir>',
      'write the Pages site into this directory, too: report, pages, figures as JSON, badges',
      userPath,
    ),
  },
  async run({ site }) {
    await publishPages(site)
    return 0
  },
})
