/** Prints a case as shell commands that reproduce it. */

import type { InvariantCase, InvariantSend } from '../../shared/contract/scenario.ts'
import { type Framed, ordinary } from '../../shared/wires/framing.ts'
import { encodeCall, type HttpRequest, type WireName, wires } from '../../shared/wires/wires.ts'
import type { ContractTerms } from './exchange.ts'

type Target = Pick<ContractTerms, 'scenario' | 'wire'>

/** Returns the requests of a case, as `curl` commands if possible, otherwise as raw bytes. */
export function requestText({ sends, order }: InvariantCase, target: Target): string {
  const texts = sends.map((send) => sendText(send, target))
  if (texts.length === 1) return texts[0] as string
  const how = {
    'one by one': 'one after the other on one connection',
    pipelined: 'all at once on one connection',
    interleaved: 'each on its own connection, with interleaved pieces',
  }[order]
  return `${texts.length} requests, ${how}:\n${texts.join('\n')}`
}

function sendText({ call, framing }: InvariantSend, { scenario, wire }: Target): string {
  const request = encodeCall(wires[wire as WireName], scenario.route, call)
  return framing || request.bytes ? rawText((framing ?? ordinary)(request)) : curlText(request)
}

function curlText({ method, path, headers, body }: HttpRequest): string {
  const fields = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  const data = body === '' ? [] : [`--data-binary ${quoted(body)}`]
  const parts = [`-X ${method}`, ...fields, ...data]
  return `curl -i --path-as-is ${parts.join(' ')} ${quoted(`http://127.0.0.1:$PORT${path}`)}`
}

/** Quotes for a shell; characters beyond ASCII need one with `$'…'`, such as bash. */
function quoted(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return `'${text.replaceAll("'", "'\\''")}'`
  return `$'${escaped(Buffer.from(text))}'`
}

function rawText({ pieces, pause }: Framed): string {
  const parts = pieces.map((piece) => `printf %b '${escaped(piece)}'`)
  const sleep = `sleep ${Math.max(pause, 1) / 1000}`
  return `(${parts.join(`; ${sleep}; `)}; sleep 1) | nc 127.0.0.1 $PORT`
}

function escaped(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) {
    if (byte === 0x0d) text += '\\r'
    else if (byte === 0x0a) text += '\\n'
    else if (byte < 0x20 || byte > 0x7e || byte === 0x27 || byte === 0x5c)
      text += `\\x${byte.toString(16).padStart(2, '0')}`
    else text += String.fromCharCode(byte)
  }
  return text
}
