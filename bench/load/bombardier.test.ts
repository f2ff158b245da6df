import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bombardierTool } from './bombardier.ts'
import { sampleLoad } from './samples.ts'

/** Made with the JSON template in bombardier's templates.go. */
const OUTPUT = `{"spec":{"numberOfConnections":10,"testType":"timed","testDurationSeconds":1,"method":"POST","url":"http://127.0.0.1:1234/updateUser","headers":[{"key":"content-type","value":"application/json"}],"bodyFilePath":"/tmp/a/body.txt","stream":false,"timeoutSeconds":5,"client":"fasthttp"},"result":{"bytesRead":104000,"bytesWritten":90000,"timeTakenSeconds":1.003,"req1xx":0,"req2xx":990,"req3xx":1,"req4xx":2,"req5xx":3,"others":9,"errors":[{"description":"timeout","count":4},{"description":"the server closed connection before returning the first response byte. Make sure the server returns 'Connection: close' response header before closing the connection","count":3},{"description":"dialing to the given TCP address timed out","count":2}],"latency":{"mean":2900.5,"stddev":12.3,"max":30000,"percentiles":{"50":2500,"75":3000,"90":4000,"95":5000,"99":11000}},"rps":{"mean":990.1,"stddev":10.2,"max":1100.3,"percentiles":{"50":990.000000,"75":1000.000000,"90":1010.000000,"95":1020.000000,"99":1030.000000}}}}`

test('builds its arguments', () => {
  const args = bombardierTool.arguments(sampleLoad({ seconds: 1.5, port: 8080 }))
  assert.deepEqual(args, [
    ...['--connections', '10', '--duration', '1500ms', '--timeout', '5000ms'],
    ...['--latencies', '--format', 'json', '--print', 'result'],
    ...['--method', 'POST', '--header', 'content-type: application/json', '--body-file', '/tmp/a/body.txt'],
    'http://127.0.0.1:8080/updateUser',
  ])
})

test('parses what bombardier prints', () => {
  assert.deepEqual(bombardierTool.parse(OUTPUT, sampleLoad()), {
    seconds: 1.003,
    requests: 996,
    latency: { mean: 2.9005, p50: 2.5, p99: 11, max: 30 },
    bytesReceived: 104_000,
    errors: 3,
    timeouts: 6,
    non2xx: 6,
  })
})

test('omits `errors` for a load without errors', () => {
  const output = OUTPUT.replace(/"errors":\[.*?\],/, '').replace('"others":9', '"others":0')
  const { errors, timeouts } = bombardierTool.parse(output, sampleLoad())
  assert.deepEqual({ errors, timeouts }, { errors: 0, timeouts: 0 })
})

test('rejects malformed output', () => {
  for (const broken of ['', OUTPUT.slice(0, -1), OUTPUT.replace('"req2xx":990,', ''), '{"result":{}}']) {
    assert.throws(() => bombardierTool.parse(broken, sampleLoad()))
  }
})
