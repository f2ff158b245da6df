import { relative } from 'node:path'
import { plural } from '../../../shared/basics/text.ts'
import { PUBLISHED_FILE, readPublished } from '../../../shared/result/published.ts'
import { pathToPublish } from '../../application/publishing.ts'
import { say } from '../../terminal/output.ts'
import { command } from '../command.ts'
import { userPath } from '../options.ts'

export const publish = command({
  name: 'publish',
  description: `write the pages, charts and report of the results that ${PUBLISHED_FILE} names; [file] is named there from now on`,
  operands: [{ syntax: '[file]' }],
  options: {},
  async run(_, file?: string) {
    const path = file === undefined ? undefined : userPath(file)
    // Only who publishes waits for what draws to be loaded.
    const { publish } = await import('../../../charts/pages/publish.ts')
    const changed = await publish(path)
    say(`published ${path ? relative('', path) : PUBLISHED_FILE}: ${plural(changed.length, 'file')} changed`)
    for (const { result, path: shown } of readPublished()) {
      const ruled = pathToPublish(result.scenario)
      if (ruled !== shown) say(`by the rule in METHODOLOGY.md ${ruled} is to be published, not ${shown}`)
    }
    return 0
  },
})
