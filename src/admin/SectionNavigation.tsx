import { useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { adminPages } from './adminPages.tsx';
import './sections.css';

/** Tolerance in pixels at the end of the list, because browsers round scroll positions. */
const END = 4;

/** The list of pages. On phones it scrolls sideways and fades at the edge. */
export function SectionNavigation({ pathname }: { pathname: string }) {
  const list = useRef<HTMLUListElement>(null);
  const [more, setMore] = useState('');
  const measure = useCallback(() => {
    if (!list.current) return;
    const { scrollLeft, clientWidth, scrollWidth } = list.current;
    const [start, end] = [scrollLeft > END, scrollLeft + clientWidth < scrollWidth - END];
    setMore(start && end ? 'both' : start ? 'start' : end ? 'end' : '');
  }, []);
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (list.current && current)
      list.current.scrollLeft = current.offsetLeft - (list.current.clientWidth - current.offsetWidth) / 2;
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [measure]);
  return (
    <nav className="sections" aria-label="Administration">
      <ul ref={list} data-more={more} onScroll={measure}>
        {adminPages.map(
          ({ path, label }) =>
            label && (
              <li key={path}>
                <Link
                  to={path}
                  aria-current={pathname === path || pathname.startsWith(`${path}/`) ? 'page' : undefined}
                >
                  {label}
                </Link>
              </li>
            ),
        )}
      </ul>
    </nav>
  );
}
