import { UsageError } from '../../../shared/basics/errors.ts'
import { COUNTER_KINDS } from '../../../shared/result/instructions.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import { LAYERS_PROCESSES, LAYERS_SECONDS, layersAndReport } from '../../application/layers-and-report.ts'
import { SERVERS_DIR } from '../../contenders/servers.ts'
import { command, flag, unless, value } from '../command.ts'
import { counter, fixedSeed, names, out, processes, SCENARIO, scenarioNamed, seconds, serversDir } from '../options.ts'

export const layers = command({
  name: 'layers',
  description: 'what each layer of a framework costs: router, body parser, validation and so on, taken away in turn',
  operands: [{ ...SCENARIO, help: updateUser.name }],
  options: {
    servers: value('<a,b>', 'only these servers (default: each that has layers)', names),
    processes: processes(LAYERS_PROCESSES.full, LAYERS_PROCESSES.quick),
    seconds: value('<s>', 'seconds of load that count in each process', seconds, {
      standard: LAYERS_SECONDS.full,
      quick: LAYERS_SECONDS.quick,
    }),
    counter: counter(COUNTER_KINDS),
    instructions: unless('measure CPU time alone'),
    time: unless('count instructions alone'),
    seed: fixedSeed,
    quick: flag('shows that all works, and writes nothing'),
    serversDir,
    out: out('layers'),
  },
  run({ servers, serversDir, ...options }, name) {
    if (scenarioNamed(name, updateUser.name) !== updateUser) {
      throw new UsageError(`no server has layers of ${name}: there is ${updateUser.name}`)
    }
    if (options.quick && options.out) throw new UsageError('--quick writes nothing: leave --out out')
    return layersAndReport({ ...options, names: servers, directories: [SERVERS_DIR, ...serversDir] })
  },
})
