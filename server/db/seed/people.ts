/** A fictional person of a demo organisation. The names come from many languages and scripts on purpose. */
export interface PersonText {
  firstName: string;
  lastName: string;
  /** The part of the email address before the @. */
  mailbox: string;
  title: string;
  department: Department;
  timeZone: string;
  role?: 'head' | 'admin' | 'learner' | 'new' | 'manager' | 'coach';
}

export const departmentNames = [
  'Operations',
  'Customer care',
  'Engineering',
  'Sales',
  'Finance',
  'People',
] as const;
export type Department = (typeof departmentNames)[number];

const person = (
  department: Department,
  firstName: string,
  lastName: string,
  mailbox: string,
  title: string,
  timeZone = 'Europe/Berlin',
  role?: PersonText['role'],
): PersonText => ({ department, firstName, lastName, mailbox, title, timeZone, ...(role && { role }) });

export const demoPeople: PersonText[] = [
  person(
    'Customer care',
    'Marisol',
    'Quintero',
    'manager',
    'Head of customer care',
    'Europe/Madrid',
    'manager',
  ),
  person(
    'Customer care',
    'Jonah',
    'Reyes',
    'learner',
    'Shift lead, customer care',
    'Europe/Madrid',
    'learner',
  ),
  person('Customer care', 'Priya', 'Raman', 'new', 'Service agent', 'Europe/London', 'new'),
  person('People', 'Adaeze', 'Okonkwo', 'admin', 'Head of people', 'Europe/London', 'admin'),
  person('People', 'Tobias', 'Hellström', 'tobias.hellstrom', 'Coach', 'Europe/Stockholm', 'coach'),
  person('People', 'Naledi', 'Khumalo', 'naledi.khumalo', 'Coach', 'Africa/Johannesburg', 'coach'),
  person(
    'Operations',
    'Henrik',
    'Sørensen',
    'henrik.sorensen',
    'Head of operations',
    'Europe/Copenhagen',
    'head',
  ),
  person('Engineering', 'Mei-Lin', 'Chua', 'meilin.chua', 'Head of engineering', 'Asia/Singapore', 'head'),
  person('Sales', 'Charlotte', 'Dubois', 'charlotte.dubois', 'Head of sales', 'Europe/Paris', 'head'),
  person('Finance', 'Rajesh', 'Iyer', 'rajesh.iyer', 'Head of finance', 'Asia/Kolkata', 'head'),
  person('Customer care', 'Callum', 'Fraser', 'callum.fraser', 'Service agent', 'Europe/London'),
  person(
    'Customer care',
    'Fatima Zahra',
    'El Idrissi',
    'fatima.elidrissi',
    'Service agent',
    'Africa/Casablanca',
  ),
  person('Customer care', 'Inês', 'Duarte', 'ines.duarte', 'Claims specialist', 'Europe/Lisbon'),
  person('Customer care', 'محمد', 'العتيبي', 'mohammed.alotaibi', 'Service agent', 'Asia/Riyadh'),
  person('Customer care', 'Wen', 'Jiayi', 'wen.jiayi', 'Knowledge editor', 'Asia/Shanghai'),
  person('Operations', 'Siobhán', "O'Rourke", 'siobhan.orourke', 'Depot lead', 'Europe/Dublin'),
  person('Operations', 'Kofi', 'Mensah', 'kofi.mensah', 'Route planner', 'Africa/Accra'),
  person('Operations', 'Tomasz', 'Wiśniewski', 'tomasz.wisniewski', 'Route planner', 'Europe/Warsaw'),
  person('Operations', 'Leila', 'Haddad', 'leila.haddad', 'Depot lead', 'Asia/Beirut'),
  person('Operations', 'Bruno', 'Cavalcanti', 'bruno.cavalcanti', 'Dispatcher', 'America/Sao_Paulo'),
  person('Operations', 'Aino', 'Mäkelä', 'aino.makela', 'Dispatcher', 'Europe/Helsinki'),
  person(
    'Operations',
    'Maximiliano Alejandro',
    'Echeverría-Montgomery de los Santos Villanueva',
    'max.echeverria',
    'Customs specialist',
    'America/Santiago',
  ),
  person('Operations', 'Ngozi', 'Eze', 'ngozi.eze', 'Quality lead', 'Africa/Lagos'),
  person('Engineering', '健太', '佐藤', 'kenta.sato', 'Software developer', 'Asia/Tokyo'),
  person('Engineering', 'Мария', 'Коваленко', 'maria.kovalenko', 'Software developer', 'Europe/Kyiv'),
  person('Engineering', 'Arjun', 'Bhattacharya', 'arjun.bhattacharya', 'Test engineer', 'Asia/Kolkata'),
  person(
    'Engineering',
    'Lucía',
    'Ferreyra',
    'lucia.ferreyra',
    'Data engineer',
    'America/Argentina/Buenos_Aires',
  ),
  person('Engineering', 'Emeka', 'Obi', 'emeka.obi', 'Platform engineer', 'Africa/Lagos'),
  person('Engineering', 'Saoirse', 'Byrne', 'saoirse.byrne', 'Designer', 'Europe/Dublin'),
  person('Sales', 'Dmitri', 'Volkov', 'dmitri.volkov', 'Account manager', 'Asia/Almaty'),
  person('Sales', 'Hana', 'Kobayashi', 'hana.kobayashi', 'Account manager', 'Asia/Tokyo'),
  person('Sales', 'Mateo', 'Rossi', 'mateo.rossi', 'Account manager', 'Europe/Rome'),
  person('Sales', 'Zeynep', 'Aydın', 'zeynep.aydin', 'Sales analyst', 'Europe/Istanbul'),
  person('Sales', 'Oliver', 'Brandt', 'oliver.brandt', 'Account manager'),
  person('Sales', 'Thandiwe', 'Ncube', 'thandiwe.ncube', 'Bid writer', 'Africa/Harare'),
  person('Finance', 'Elena', 'Popescu', 'elena.popescu', 'Accountant', 'Europe/Bucharest'),
  person('Finance', 'Samuel', 'Adeyemi', 'samuel.adeyemi', 'Accountant', 'Africa/Lagos'),
  person('Finance', 'Ngọc', 'Trần', 'ngoc.tran', 'Controller', 'Asia/Ho_Chi_Minh'),
  person('Finance', 'Isabelle', 'Moreau', 'isabelle.moreau', 'Payroll specialist', 'Europe/Paris'),
  person('People', 'Grace', 'Wanjiru', 'grace.wanjiru', 'Recruiter', 'Africa/Nairobi'),
];

export const otherPeople: PersonText[] = [
  person('People', 'Astrid', 'Vermeulen', 'admin', 'People and culture', 'Europe/Amsterdam', 'admin'),
  person('Operations', 'Rafael', 'Ibarra', 'rafael.ibarra', 'Bakery lead', 'Europe/Madrid', 'head'),
  person('Operations', 'Yara', 'Benali', 'yara.benali', 'Baker', 'Europe/Brussels'),
  person('Operations', 'Piotr', 'Zieliński', 'piotr.zielinski', 'Driver', 'Europe/Warsaw'),
];
