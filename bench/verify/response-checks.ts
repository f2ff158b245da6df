/** Checks single responses against their calls. */
import { isDeepStrictEqual } from 'node:util'
import { oneLine, shortened } from '../../shared/basics/text.ts'
import { Counted, type Scenario, type ValidCase } from '../../shared/contract/scenario.ts'
import { isObject } from '../../shared/models/fields.ts'
import { carries, decodeBody, statusOn, type Wire } from '../../shared/wires/wires.ts'
import { codingIn, endingIn } from '../load/builtin/response-fields.ts'
import type { HttpResponse } from './response-parser.ts'

interface ResponseError {
  got: string
  /** The violated rule of the contract, as a sentence. */
  rule: string
  /** Equal for all responses with the same error. */
  cause: string
}

/** Returns a response with the status that it has on its wire. */
export function onWire<R extends Pick<HttpResponse, 'status' | 'bytes'>>(
  wire: Wire,
  response: R,
): R {
  return { ...response, status: statusOn(wire, response.status, response.bytes) }
}

/** Returns an error if a response is not 200 with exactly the expected value. */
export function valueError(
  wire: Wire,
  { route }: Scenario,
  item: ValidCase,
  response: HttpResponse,
): ResponseError | undefined {
  const { status, body, bytes } = response
  const early = framingError(wire, response) ?? headerError(response, item.responseHeaders)
  if (early) return early
  const { expected } = item
  const value =
    expected instanceof Counted
      ? expected.valueWith(expected.countIn(body, () => decodeBody(wire, route, bytes)))
      : expected
  const got = `${status} ${shortLine(body)}`
  if (status !== 200) return { got, rule: 'valid data gets status 200', cause: String(status) }
  if (carries(wire, route, bytes, value)) return undefined
  const where = differences(decodeBody(wire, route, bytes), value).join(', ')
  const rule = 'the response to valid data is exactly the expected value'
  return { got: where ? `${got} (wrong: ${where})` : got, rule, cause: where }
}

/** Returns the keys in which two objects differ; empty if one is not an object. */
function differences(got: unknown, expected: unknown): string[] {
  if (!isObject(got) || !isObject(expected)) return []
  const keys = new Set([...Object.keys(expected), ...Object.keys(got)])
  return [...keys].filter((key) => !isDeepStrictEqual(got[key], expected[key]))
}

/** Returns an error if an accepted response is not a value of the scenario's model. */
export function modelError(
  wire: Wire,
  { route, errorOf }: Scenario,
  response: HttpResponse,
): string | undefined {
  const framing = framingError(wire, response)
  if (framing) return framing.got
  const wrong = errorOf(decodeBody(wire, route, response.bytes))
  return wrong === null
    ? undefined
    : `${response.status} ${shortLine(response.body)}, not a value of the model (${wrong})`
}

/** Describes the response that a valid case requires, in one line. */
export function expectationText({ expected }: ValidCase): string {
  const value = expected instanceof Counted ? expected.valueWith(1) : expected
  return `200 ${shortLine(JSON.stringify(value))}${expected instanceof Counted ? ', with a new count' : ''}`
}

/**
 * Returns an error if clients could not read a response, or would open a new connection for the next request.
 * @param mayClose the request may end its connection
 */
export function clientError(response: HttpResponse, mayClose: boolean): ResponseError | undefined {
  const { status, isContinued, headers } = response
  const coding = codingIn(headers)
  const ending = response.closes ?? endingIn(headers)
  if (ending !== null && !mayClose)
    return headError(
      status,
      `${ending}, after which clients reconnect`,
      'clients send the next request on the same connection',
    )
  if (isContinued)
    return headError(status, 'a 100 Continue before it', '100 Continue is sent only if requested')
  if (coding !== null)
    return headError(
      status,
      `content-encoding ${coding}`,
      'a content coding is used only if requested',
    )
  return undefined
}

function framingError({ contentType }: Wire, response: HttpResponse): ResponseError | undefined {
  const { headers, bytes, status } = response
  if (status !== 200) return undefined
  const { 'content-type': sentType = 'missing', 'content-length': length = 'missing' } = headers
  const [type = ''] = sentType.split(';')
  if (type.trim().toLowerCase() !== contentType)
    return headError(
      status,
      `content type ${sentType} instead of ${contentType}`,
      `the content type is ${contentType}`,
    )
  const isChunked = headers['transfer-encoding']?.toLowerCase() === 'chunked'
  if (isChunked || length === String(bytes.length)) return undefined
  return headError(
    status,
    `content-length ${length} on a body of ${bytes.length} bytes`,
    'the response is chunked, or its content-length is the length of its body',
  )
}

/** Returns an error of the first wrong header. */
function headerError(
  { headers, status }: HttpResponse,
  expected: Record<string, string> = {},
): ResponseError | undefined {
  const name = Object.keys(expected).find((name) => headers[name] !== expected[name])
  return name === undefined
    ? undefined
    : headError(
        status,
        `header ${name}: ${headers[name] ?? 'missing'} instead of ${expected[name]}`,
        `the response has the header ${name} that its request calls for`,
      )
}

const headError = (status: number, fault: string, rule: string): ResponseError => ({
  got: `${status} with ${fault}`,
  rule,
  cause: rule,
})

/** Returns the string on one line, truncated. */
export const shortLine = (text = 'nothing') => shortened(oneLine(text), 160)
