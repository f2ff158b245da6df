import { serializeFunction } from '@deepkit/type'
import { sendJson, serve } from './http.js'

const serializeGreeting = serializeFunction<{ hello: string }>()

serve('GET', '/hello', (_request, response) => sendJson(response, 200, serializeGreeting({ hello: 'world' })))
