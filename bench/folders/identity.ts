/** The identity of servers in the files of probes. */
import type { Server } from './servers.ts'

export function identityOf({ name, manifest, version, runtime }: Server) {
  return {
    name,
    displayName: manifest.name ?? name,
    version,
    runtime: runtime.name,
    runtimeVersion: runtime.version,
  }
}
