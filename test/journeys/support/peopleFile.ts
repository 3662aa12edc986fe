/** A CSV file with this number of people and one row with an error. The first person is the manager of the others. */
export function peopleFile(count: number, lead: { email: string; firstName: string; lastName: string }) {
  const rows = Array.from({ length: count - 1 }, (_, index) =>
    [
      `person${index}@lark.example`,
      `Sam${index}`,
      'Okafor',
      'Operations / Logistics / Routes',
      lead.email,
    ].join(';'),
  );
  return {
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'Email;First name;Surname;Cost centre;Manager',
        `${lead.email};${lead.firstName};${lead.lastName};Operations / Logistics / Routes;`,
        ...rows,
        'absent@lark.example;Sam;Okafor;Operations;unknown@lark.example',
      ].join('\r\n'),
    ),
  };
}
