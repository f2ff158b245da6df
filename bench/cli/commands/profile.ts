import { PROFILE_PROCESSES, profileAndReport } from '../../application/profile-and-report.ts'
import { command } from '../command.ts'
import { fixedSeed, out, processes, quick, SCENARIO } from '../options.ts'
import { measureChosen, serverOptions } from '../server-options.ts'

export const profile = command({
  name: 'profile',
  description: 'show where the CPU time of a request goes, by part and package, and what collecting garbage costs',
  timed: true,
  operands: [SCENARIO],
  options: {
    processes: processes(PROFILE_PROCESSES, 1),
    seed: fixedSeed,
    quick,
    out: out('profile/<scenario>'),
    ...serverOptions,
  },
  run: (options, name) =>
    measureChosen(name, options, (chosen) =>
      profileAndReport({ ...chosen, processes: options.processes, seed: options.seed }),
    ),
})
