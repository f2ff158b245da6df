import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compiledCode, mostChanged, nativeCode, profileOf } from './functions.ts'

/** A map as V8 wrote it, with its columns: functions, optimized and not, of modules, of Node and generated; builtins. */
const MAP = `7f0000001000 100 Builtin:StringPrototypeSlice
7f0000001100 40 BytecodeHandler:Star0
7f0000002000 80 JS:~parse file:///scratch/1/node_modules/zod/v4/core/parse.js:10:20
7f0000002080 80 JS:+'get size file:///scratch/1/node_modules/a/node_modules/@b/c/index.js:1:2
7f0000002100 80 JS:o* file:///scratch/1/servers/hono/update-user.ts:3:14
7f0000002180 80 JS:*onRead node:internal/stream_base_commons:168:22
7f0000002200 80 JS:^validate10 :3:14
7f0000003000 80 JS:*old file:///scratch/1/node_modules/zod/old.js:1:1
7f0000004000 80 RegExp.< src: 'ab+c' flags: 'i'
7f0000003000 80 JS:*parse file:///scratch/1/node_modules/zod/v4/core/parse.js:10:20
`
const SYMBOLS = `0000000000d00000 0000000000000100 T v8::internal::(anonymous namespace)::Map<int>::Find(v8::internal::Isolate*) const
0000000000d00100 0000000000000020 t Builtins_StringPrototypeSlice
0000000000d00200 0000000000000020 B v8_flags
                 U malloc
`
/** Address, instructions, and executions before and after. */
const BLOCKS = [
  [0x7f0000001010, 3, 0, 10],
  [0x7f0000001100, 5, 0, 2],
  [0x7f0000002000, 7, 100, 101],
  [0x7f0000002081, 2, 0, 2],
  [0x7f00000020ff, 1, 0, 2],
  [0x7f0000002100, 6, 0, 1],
  [0x7f0000002180, 4, 0, 1],
  [0x7f0000002200, 8, 0, 1],
  [0x7f0000003010, 11, 1, 3],
  [0xd00080, 9, 0, 2],
  [0xd00110, 1, 0, 2],
  [0x7f0000004000, 12, 0, 1],
  [0x7f0000009000, 13, 0, 2],
  [0x7f0000002000, 7, 5, 5],
] as const
const reading = (at: 2 | 3) =>
  Float64Array.from(BLOCKS.flatMap((block) => [block[0], block[1], block[at]]))

test('instructions are attributed to the last function at their address, whatever its folder and compiler', () => {
  const code = [...nativeCode(SYMBOLS), ...compiledCode(MAP)]
  const profile = profileOf([reading(2), reading(3)], code, 2)
  assert.deepEqual(Object.fromEntries(profile), {
    'StringPrototypeSlice, V8': 16,
    'interpreter, V8': 5,
    'parse, zod/v4/core/parse.js': 14.5,
    'get size, @b/c/index.js': 3,
    '(anonymous), hono/update-user.ts': 3,
    'onRead, node:internal/stream_base_commons': 2,
    'validate10, generated code': 4,
    '/ab+c/i, regular expression': 6,
    'v8::internal::Map<int>::Find, native': 9,
    'other native code': 13,
  })
})

test('blocks that were translated in the interval count from zero', () => {
  const profile = profileOf([reading(2).subarray(0, 3), reading(3)], compiledCode(MAP), 1)
  assert.equal(profile.get('onRead, node:internal/stream_base_commons'), 4)
})

test('the functions that changed most come first, also those that only one version has', () => {
  const first = new Map(Object.entries({ same: 9, less: 8, hardly: 8, gone: 3 }))
  const second = new Map(Object.entries({ same: 9, less: 7, hardly: 7.9, new: 20 }))
  assert.deepEqual(mostChanged(first, second, 2), [
    { name: 'new', first: 0, second: 20 },
    { name: 'gone', first: 3, second: 0 },
  ])
  assert.equal(mostChanged(first, second, 10).length, 3)
})
