/** Numbers of requests of counted processes. */
import { defaultProtocol } from '../../shared/results/default-protocol.ts'
import type { Amounts } from './counter.ts'

export const STANDARD: Amounts = {
  requests: 6_000,
  step: 2_000,
  shortestWarmUp: defaultProtocol.warmupRequests,
  longestWarmUp: 24_000,
}

// With eager compilers, a process is warm sooner.

/** For comparisons of versions. The warm-up has a fixed length whatever is counted, so that both sides do the same. */
export const REPEATABLE: Amounts = {
  requests: 4_000,
  step: 1_000,
  shortestWarmUp: 6_000,
  longestWarmUp: 6_000,
}

export const VARIANTS: Amounts = {
  requests: 2_000,
  step: 500,
  shortestWarmUp: 2_000,
  longestWarmUp: 3_000,
}

export const QUICK_VARIANTS: Amounts = {
  requests: 200,
  step: 100,
  shortestWarmUp: 300,
  longestWarmUp: 300,
}

export const WORKERS: Amounts = {
  requests: 500,
  step: 500,
  shortestWarmUp: 1_000,
  longestWarmUp: 1_500,
}
