/** Deviations from the invariants that a runtime causes, whichever framework runs on it. */
import { join } from 'node:path'
import type { Scenario } from '../../shared/contract/scenario.ts'
import type { KnownDeviation, RuntimeName } from '../../shared/format/disclosure.ts'
import { readPackageJson } from './manifest.ts'
import { deviationsFor } from './manifest-scope.ts'
import { SERVERS_DIR } from './servers.ts'

const deviationsByRuntime = new Map<RuntimeName, ReturnType<typeof readDeviations>>()

/** Returns a runtime's own deviations, as its server without a framework declares them. */
export function runtimeDeviations(runtime: RuntimeName, scenario: Scenario): KnownDeviation[] {
  const knownDeviations = deviationsByRuntime.get(runtime) ?? readDeviations(runtime)
  deviationsByRuntime.set(runtime, knownDeviations)
  return deviationsFor({ knownDeviations }, scenario)
}

function readDeviations(runtime: RuntimeName) {
  const place = `servers/http-${runtime}/package.json`
  const { bench } = readPackageJson(join(SERVERS_DIR, `http-${runtime}`, 'package.json'), place)
  return bench.knownDeviations.filter(({ ofRuntime }) => ofRuntime)
}
