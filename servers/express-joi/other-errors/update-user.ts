import express from 'express'
import Joi from 'joi'
import { LATEST_DATE } from '../../../shared/models/latest-date.ts'
import type { User } from '../../../shared/models/user.ts'
import { onError } from '../on-error.ts'

const userSchema = Joi.object<User>({
  id: Joi.number(),
  name: Joi.string().allow(''),
  surname: Joi.string().allow(''),
  lastUpdate: Joi.date().iso().max(LATEST_DATE),
}).prefs({ presence: 'required' })

const app = express()

app.use(express.json())

app.post('/updateUser', (req, res) => {
  const { error, value: user } = userSchema.validate(req.body, { abortEarly: false })
  if (error) {
    res.status(400).json({ error: error.message })
    return
  }
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  res.json(user)
})

app.use(onError)

app.listen(Number(process.env.PORT), process.env.HOST as string)
