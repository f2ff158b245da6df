/** `express.json()` replaced by the bare reading of a body. */
import express from 'express'
import { deserializeUser } from '../../../shared/models/user.ts'
import { onError } from '../on-error.ts'
import { receiveJson } from './receive-json.ts'

const app = express()

app.post('/updateUser', (req, res) => {
  receiveJson(req, res, (body) => {
    const user = deserializeUser(body)
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    res.json(user)
  })
})

app.use(onError)

app.listen(Number(process.env.PORT), process.env.HOST as string)
