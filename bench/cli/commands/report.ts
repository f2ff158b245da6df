import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Command } from 'commander'
import { REPORT_PATH } from '../../../charts/report/path.ts'
import { writeFileAtomically } from '../../../shared/basics/atomic-file.ts'
import { ROOT } from '../../../shared/basics/root.ts'
import { PUBLISHED_FILE, readPublished } from '../../../shared/result/published.ts'
import { say } from '../../terminal/output.ts'
import { userPath } from '../options.ts'

export function addReportCommand(program: Command, finish: (status: number) => void): void {
  program
    .command('report')
    .description(
      `write one page of HTML with all published results, to sort, choose and compare: it opens from disk, and asks no host for anything; ${PUBLISHED_FILE} names what is in it`,
    )
    .option('--out <file>', `instead of ${REPORT_PATH}`)
    .action(async ({ out }: { out?: string }) => {
      const path = out === undefined ? join(ROOT, REPORT_PATH) : userPath(out)
      // Only who wants the page waits for what makes it to be loaded.
      const [{ reportPage }, { reportData }] = await Promise.all([
        import('../../../charts/report/build.ts'),
        import('../../../charts/report/report-data.ts'),
      ])
      const page = await reportPage(reportData(readPublished()))
      const isSame = existsSync(path) && readFileSync(path, 'utf8') === page
      if (!isSame) writeFileAtomically(path, page)
      const size = `${Math.round(Buffer.byteLength(page) / 1000)} KB`
      say(`${relative('', path)}: ${size}${isSame ? ', as it was' : ''}`)
      finish(0)
    })
}
