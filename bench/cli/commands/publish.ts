import { relative } from 'node:path'
import type { Command } from 'commander'
import { plural } from '../../../shared/basics/text.ts'
import { PUBLISHED_FILE, readPublished } from '../../../shared/result/published.ts'
import { pathToPublish } from '../../application/publication-rule.ts'
import { userPath } from '../options.ts'

export function addPublishCommand(program: Command, finish: (status: number) => void): void {
  program
    .command('publish [file]')
    .description(`pages and charts of the results that ${PUBLISHED_FILE} names, a file among them from now on`)
    .action(async (file?: string) => {
      const path = file === undefined ? undefined : userPath(file)
      // Only who publishes waits for what draws to be loaded.
      const { publish } = await import('../../../charts/pages/publish.ts')
      const changed = await publish(path)
      console.log(`published ${path ? relative('', path) : PUBLISHED_FILE}: ${plural(changed.length, 'file')} changed`)
      for (const { result, path: shown } of readPublished()) {
        const ruled = pathToPublish(result.scenario)
        if (ruled !== shown) console.log(`the rule has ${ruled} published, not ${shown}: METHODOLOGY.md tells it`)
      }
      finish(0)
    })
}
