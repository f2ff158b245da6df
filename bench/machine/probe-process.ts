/** The probe's process on the server's CPU: does the fixed work when it is asked to, and says how long it took. */
import { probeWork, warmProbeWork } from './probe-work.ts'

warmProbeWork()
process.on('message', () => process.send?.(probeWork()))
// Without a runner there is nothing left to do.
process.on('disconnect', () => process.exit())
process.send?.(0)
