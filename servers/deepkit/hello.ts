import { castFunction, serializeFunction } from '@deepkit/type'
import { serve } from './rpc.js'

const serializeAnswer = serializeFunction<{ hello: { hello: string } }>()

serve('hello', castFunction<{ hello: [] }>(), () => serializeAnswer({ hello: { hello: 'world' } }))
