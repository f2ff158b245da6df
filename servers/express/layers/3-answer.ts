/** `res.json` replaced by Node’s own `writeHead` and `end`: no ETag is computed. */
import express from 'express'
import { deserializeUser } from '../../../shared/models/user.ts'
import { onError } from '../on-error.ts'
import { receiveJson } from './receive-json.ts'

const app = express()

app.post('/updateUser', (req, res) => {
  receiveJson(req, res, (body) => {
    const user = deserializeUser(body)
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    const text = JSON.stringify(user)
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
    res.end(text)
  })
})

app.use(onError)

app.listen(Number(process.env.PORT), process.env.HOST as string)
