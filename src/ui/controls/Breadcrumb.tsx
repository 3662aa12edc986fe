import { Link } from 'react-router-dom';

export function Breadcrumb({ to, label, here }: { to: string; label: string; here: string }) {
  return (
    <nav className="breadcrumb" aria-label="Breadcrumb">
      <Link to={to}>{label}</Link>
      <span aria-hidden="true">/</span>
      <span aria-current="page">{here}</span>
    </nav>
  );
}
