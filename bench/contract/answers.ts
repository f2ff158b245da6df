/** What is wrong with an answer, as far as the answer alone and the call show it. */
import { Counted, type Scenario, type ValidCase } from '../../shared/scenarios/scenario.ts'
import { carries, decodeBody, type Wire } from '../../shared/scenarios/wire.ts'
import type { HttpResponse } from './http.ts'

/** What is wrong with an answer that must be 200 and exactly the expected value; `undefined` where nothing is. */
export function valueFlaw(
  wire: Wire,
  { route }: Scenario,
  item: ValidCase,
  response: HttpResponse,
): string | undefined {
  const flaw = framingFlaw(wire, response) ?? headerFlaw(response, item.responseHeaders)
  if (flaw) return `${response.status} with ${flaw}`
  const { expected } = item
  const value =
    expected instanceof Counted
      ? expected.answerWith(expected.countIn(response.body, () => decodeBody(wire, route, response.bytes)))
      : expected
  const isRight = response.status === 200 && carries(wire, route, response.bytes, value)
  return isRight ? undefined : `${response.status} ${shorten(response.body)}`
}

/** What is wrong with an accepted answer as a value of the scenario's model; `undefined` where nothing is. */
export function modelFlaw(wire: Wire, { route, flawOf }: Scenario, response: HttpResponse): string | undefined {
  const flaw = framingFlaw(wire, response)
  if (flaw) return `${response.status} with ${flaw}`
  const wrong = flawOf(decodeBody(wire, route, response.bytes))
  return wrong === null ? undefined : `${response.status} ${shorten(response.body)}, no value of the model (${wrong})`
}

/** What a valid case must be answered with, in one line. */
export function expectation({ expected }: ValidCase): string {
  const value = expected instanceof Counted ? expected.answerWith(1) : expected
  return `200 ${shorten(JSON.stringify(value))}${expected instanceof Counted ? ', with a count of its own' : ''}`
}

/** What is wrong with how a good answer is put on HTTP, if anything. */
function framingFlaw({ contentType }: Wire, { headers, bytes, status }: HttpResponse): string | undefined {
  if (status !== 200) return undefined
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  if (type.trim().toLowerCase() !== contentType) {
    return `content type ${headers['content-type'] ?? 'missing'} instead of ${contentType}`
  }
  if (headers['transfer-encoding']?.toLowerCase() === 'chunked') return undefined
  if (headers['content-length'] !== String(bytes.length)) {
    return `content-length ${headers['content-length'] ?? 'missing'} on a body of ${bytes.length} bytes`
  }
  return undefined
}

/** The first header that is not as it must be. */
function headerFlaw({ headers }: HttpResponse, expected: Record<string, string> = {}): string | undefined {
  const wrong = Object.keys(expected).find((name) => headers[name] !== expected[name])
  return wrong && `header ${wrong}: ${headers[wrong] ?? 'missing'} instead of ${expected[wrong]}`
}

/** A text in one line that a report has room for. */
export function shorten(text = 'nothing'): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > 160 ? `${line.slice(0, 159)}…` : line
}
