import { type Command, Option } from 'commander'
import { UsageError } from '../../../shared/basics/errors.ts'
import { COUNTER_KINDS, type CounterKind } from '../../../shared/result/instructions.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import { LAYERS_PROCESSES, LAYERS_SECONDS, LAYERS_SEED, layersAndReport } from '../../application/layers-and-report.ts'
import { SERVERS_DIR } from '../../contenders/servers.ts'
import { collect, names, positiveInteger, scenarioNamed, seconds, seed, userPath } from '../options.ts'

interface LayersCommandOptions {
  servers?: string[]
  serversDir: string[]
  processes?: number
  seconds?: number
  counter?: CounterKind
  instructions: boolean
  time: boolean
  seed: number
  quick?: true
  out?: string
}

export function addLayersCommand(program: Command, finish: (status: number) => void): void {
  program
    .command('layers')
    .usage('[scenario] [options]')
    .argument('[scenario]', updateUser.name, updateUser.name)
    .description('what each layer of a framework costs: router, body parser, validation and so on, taken away in turn')
    .addOption(new Option('--servers <a,b>', 'only these servers (default: each that has layers)').argParser(names))
    .addOption(
      new Option(
        '--processes <n>',
        `fresh processes of each variant (default: ${LAYERS_PROCESSES.full}; quick: ${LAYERS_PROCESSES.quick})`,
      ).argParser(positiveInteger),
    )
    .addOption(
      new Option(
        '--seconds <s>',
        `of load that count in each process (default: ${LAYERS_SECONDS.full}; quick: ${LAYERS_SECONDS.quick})`,
      ).argParser(seconds),
    )
    .addOption(
      new Option('--counter <kind>', 'what counts (default: the first that works here)').choices(COUNTER_KINDS),
    )
    .option('--no-instructions', 'measure CPU time alone')
    .option('--no-time', 'count instructions alone')
    .addOption(new Option('--seed <n>', 'of the requests, and of the order').argParser(seed).default(LAYERS_SEED))
    .addOption(new Option('--quick', 'shows that all works, and writes nothing').conflicts('out'))
    .addOption(
      new Option('--servers-dir <dir>', 'also the server folders in this directory; repeatable')
        .argParser(collect)
        .default([], 'none'),
    )
    .option('--out <file>', 'write the result to this file (default: results/layers/<date>.json)')
    .action(async (name: string, options: LayersCommandOptions) => finish(await layersCommand(name, options)))
}

function layersCommand(name: string, { servers, serversDir, out, ...options }: LayersCommandOptions): Promise<number> {
  if (scenarioNamed(name, updateUser.name) !== updateUser) {
    throw new UsageError(`no server has layers of ${name}: there is ${updateUser.name}`)
  }
  const { quick = false, counter } = options
  const size = quick ? 'quick' : 'full'
  return layersAndReport({
    ...options,
    quick,
    counter,
    processes: options.processes ?? LAYERS_PROCESSES[size],
    seconds: options.seconds ?? LAYERS_SECONDS[size],
    names: servers,
    directories: [SERVERS_DIR, ...serversDir.map(userPath)],
    out: out === undefined ? undefined : userPath(out),
  })
}
