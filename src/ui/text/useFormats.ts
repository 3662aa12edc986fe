import { createContext, useContext } from 'react';
import { dayIn, type Formats, formatsFor } from './formats.ts';
import { browserLocale } from './locale.ts';

/** Before sign-in and outside the application, the browser's time zone applies. */
export const FormatsContext = createContext<Formats>(
  formatsFor(browserLocale(), undefined, dayIn(undefined, Date.now())),
);
export const useFormats = () => useContext(FormatsContext);
