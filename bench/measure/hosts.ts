/** Other machines that take part in a run. */
import type { Environment } from '../../shared/result/format.ts'
import type { ServerHost } from './server-host.ts'

/** A machine that takes part can't be reached any more: no server's fault, and no trial's. */
export class HostLost extends Error {}

export interface Hosts {
  /** Where the servers run. */
  serverHost: ServerHost
  /** Of the run, in place of this machine's. */
  environment: Environment
  /** Rejects with `HostLost` as soon as one of them is known to be out of reach; never resolves. */
  lost: Promise<never>
  /**
   * Asks all of them for a sign of life.
   * @throws HostLost where one does not give it
   */
  assertReached(): Promise<void>
}
