import type { ImportField } from '#contract/administration/import.ts';

/** Usual names of columns, without spaces and punctuation, in English and some other languages. */
const names: Record<ImportField, string[]> = {
  emailAddress: [
    'email',
    'emailaddress',
    'mail',
    'workemail',
    'businessemail',
    'emailadresse',
    'correo',
    'upn',
  ],
  firstName: ['firstname', 'givenname', 'forename', 'vorname', 'prenom', 'nombre'],
  lastName: ['lastname', 'surname', 'familyname', 'nachname', 'nom', 'apellido', 'apellidos'],
  title: ['title', 'jobtitle', 'position', 'role', 'funktion', 'poste', 'cargo'],
  department: [
    'department',
    'departmentpath',
    'orgunit',
    'organisationalunit',
    'team',
    'abteilung',
    'departement',
  ],
  manager: [
    'manager',
    'manageremail',
    'linemanager',
    'supervisor',
    'reportsto',
    'vorgesetzter',
    'manageremailaddress',
  ],
  timeZone: ['timezone', 'zone', 'tz', 'zeitzone'],
  isAdmin: ['administrator', 'admin', 'isadmin'],
};
const byName = new Map(
  (Object.entries(names) as [ImportField, string[]][]).flatMap(([field, all]) =>
    all.map((name) => [name, field] as const),
  ),
);

/** The most likely field of a column, by its name. */
export const suggestField = (column: string): ImportField | null =>
  byName.get(
    column
      .normalize('NFD')
      .toLowerCase()
      .replace(/[^a-z]/g, ''),
  ) ?? null;
