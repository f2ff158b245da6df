/**
 * Loaded before a program (`--import`), it keeps one object of `process.nextTick` for good. Node makes one for each tick, by a
 * literal with computed keys, and V8 discards the maps by which it grows when a full collection finds none of them alive: from
 * then on every tick takes several times as long, and a request has several. Whether it happens depends on what is loaded
 * when, and would be charged to the variant that loads it. Plain JavaScript, since any Node must load it.
 */
import { executionAsyncResource } from 'node:async_hooks'

export const kept = await new Promise((resolve) =>
  process.nextTick(() => resolve(executionAsyncResource())),
)
