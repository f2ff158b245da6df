import { Packr } from 'msgpackr'
import { carriedBy } from './codec.ts'

const packr = new Packr({ moreTypes: true })

export const msgpackr = carriedBy('application/vnd.msgpack', {
  encode: (value) => packr.pack(value),
  decode: (body) => packr.unpack(body),
})
