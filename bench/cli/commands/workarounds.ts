import { LAYERS_PROCESSES } from '../../application/layers-and-report.ts'
import { workaroundsAndReport } from '../../application/workarounds-and-report.ts'
import { SERVERS_DIR } from '../../contenders/servers.ts'
import { command, value } from '../command.ts'
import { fixedSeed, names, out, processes, quick, resultFile, seconds, serversDir } from '../options.ts'

export const workarounds = command({
  name: 'workarounds',
  description: 'measure what work-arounds in servers cost, against what the frameworks document',
  timed: true,
  options: {
    servers: value('<a,b>', 'only these servers (default: each that declares a work-around)', names),
    processes: processes(LAYERS_PROCESSES, 1),
    seconds: value('<s>', 'seconds of load that count in each process', seconds, { standard: 1.5, quick: 0.25 }),
    seed: fixedSeed,
    quick,
    out: out('workarounds'),
    serversDir,
  },
  run: ({ servers, serversDir, ...options }) =>
    workaroundsAndReport({
      ...options,
      names: servers,
      directories: [SERVERS_DIR, ...serversDir],
      out: resultFile(options),
    }),
})
