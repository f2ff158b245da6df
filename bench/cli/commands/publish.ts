import { relative, resolve } from 'node:path'
import type { Command } from 'commander'
import { UsageError } from '../../../shared/basics/errors.ts'
import { newestResult } from '../../../shared/result/file.ts'
import { scenarios } from '../../../shared/scenarios/scenarios.ts'

export function addPublishCommand(program: Command, finish: (status: number) => void): void {
  program
    .command('publish [file]')
    .description('charts and README from a result file (default: the newest of every scenario)')
    .action(async (file?: string) => {
      const newest = [...scenarios.keys()].flatMap((name) => newestResult(name) ?? [])
      const results = file ? [resolve(process.env.INIT_CWD ?? '', file)] : newest
      if (results.length === 0)
        throw new UsageError('there is no result to publish: npm run bench:update-user makes one')
      const { publish } = await import('../../../charts/pages/publish.ts')
      const changed = await publish(...results)
      console.log(`published ${results.map((path) => relative('', path)).join(', ')}: ${changed.length} files changed`)
      finish(0)
    })
}
