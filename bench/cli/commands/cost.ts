import { type Command, Option } from 'commander'
import { COUNTER_KINDS, type CounterKind } from '../../../shared/result/instructions.ts'
import { COST_PROCESSES, COST_SEED, costAndReport } from '../../application/cost-and-report.ts'
import { SERVERS_DIR } from '../../contenders/servers.ts'
import { collect, names, positiveInteger, seed, userPath } from '../options.ts'

interface CostCommandOptions {
  libraries?: string[]
  layers?: true | string[]
  serversDir: string[]
  processes: number
  counter?: CounterKind
  instructions: boolean
  time: boolean
  seed: number
  out?: string
}

export function addCostCommand(program: Command, finish: (status: number) => void): void {
  program
    .command('cost')
    .description('what each step of update-user costs on bare node:http, by validation library')
    .addOption(
      new Option('--libraries <a,b>', 'only these (default: each that a server has steps of)').argParser(names),
    )
    .addOption(
      new Option('--layers [a,b]', 'instead of libraries, frameworks: one layer after the other taken away from these')
        .argParser(names)
        .conflicts('libraries'),
    )
    .addOption(
      new Option('--processes <n>', 'fresh processes of each rung, for either measure')
        .argParser(positiveInteger)
        .default(COST_PROCESSES),
    )
    .addOption(
      new Option('--counter <kind>', 'what counts (default: the first that works here)').choices(COUNTER_KINDS),
    )
    .option('--no-instructions', 'measure CPU time alone')
    .option('--no-time', 'count instructions alone')
    .addOption(new Option('--seed <n>', 'of the requests, and of the order').argParser(seed).default(COST_SEED))
    .addOption(
      new Option('--servers-dir <dir>', 'also the libraries of the server folders in this directory; repeatable')
        .argParser(collect)
        .default([], 'none'),
    )
    .option('--out <file>', 'write the result to this file (default: results/cost/<date>.json)')
    .action(async ({ serversDir, out, libraries, layers, counter, ...options }: CostCommandOptions) => {
      const directories = [SERVERS_DIR, ...serversDir.map(userPath)]
      const path = out === undefined ? undefined : userPath(out)
      const subject = layers ? { layers: true, names: layers === true ? undefined : layers } : { names: libraries }
      finish(await costAndReport({ ...options, ...subject, counter, directories, out: path }))
    })
}
