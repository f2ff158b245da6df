import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../../../shared/basics/root.ts'
import { writeTree } from '../../../shared/basics/testing.ts'
import { commandLine, runDirectory } from '../../test/testing.ts'

const knownDeviations = ['malformed JSON', 'truncated JSON', 'empty body'].map((name) => ({
  ...{ case: name, status: 500, reason: 'its parser throws' },
}))

const manifest = {
  bench: {
    router: false,
    validation: { by: 'hand-written', how: 'interpreted', unknownKeys: 'stripped', coerces: false, errors: 'all' },
    serializer: 'JSON.stringify',
    description: 'answers 500 to what is no JSON',
    knownDeviations,
  },
}

const updateUser = `
  import { createServer } from 'node:http'
  import { readBody, rightAnswer, sendJson } from '${ROOT}/bench/test/fixtures.ts'
  createServer(async (request, response) => {
    const { status, json } = rightAnswer(await readBody(request))
    sendJson(response, json.includes('malformed') ? 500 : status, json)
  }).listen(process.env.PORT, process.env.HOST)`

test('a known deviation is told under the scenarios whose contract has its case, and under no other', async (t) => {
  const scratch = runDirectory(t)
  writeTree(join(scratch, 'servers/odd'), {
    'package.json': manifest,
    'update-user.mjs': updateUser,
    'hello.mjs': `import '${ROOT}/servers/http-node/hello.ts'`,
  })
  const verify = async (scenario: string) => {
    const args = ['verify', scenario, '--servers-dir', join(scratch, 'servers'), '--servers', 'odd']
    const { status, output } = await commandLine(scratch, args)
    assert.equal(status, 0, output.join('\n'))
    assert.ok(output.includes('ok    odd'))
    return output.filter((line) => line.includes('known deviation')).map((line) => line.trim())
  }
  assert.deepEqual(
    await verify('update-user'),
    knownDeviations.map((deviation) => `known deviation: ${deviation.case}: 500: its parser throws`),
  )
  assert.deepEqual(await verify('hello'), [])
})
