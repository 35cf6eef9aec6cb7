"""The results as text for people, and the facts of the machine they were measured on."""

import os
import platform


def machine(cores):
    model = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo") as lines:
            model = next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        pass  # Not every architecture names its model there.
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {"cpu": model, "cores": cores, "memory_gib": round(memory / 2**30, 1),
            "system": f"{platform.system()} {platform.release()}",
            "load_average_before": list(os.getloadavg())}


def plural(count, word):
    return f"{count} {word}{'' if count == 1 else 's'}"


def size(count):
    return "" if count is None else f"{count / 1000:,.0f} kB"


def table(result):
    """A scenario's rows, then its bars."""
    how = f"({plural(result.rounds, 'round')}, interleaved; medians)" if result.rows else "(no rows)"
    lines = ["", result.title, how]
    if result.rows:
        lines.append(f"  {'':<36}{'time':>10}  {'quartiles':>17}{'CPU':>11}{'peak':>12}{'ratio':>9}"
                     f"{'output':>13}")
    for row in result.rows:
        against = "" if row.against_ours is None else f"{row.against_ours:.2f} x"
        lines.append(
            f"  {row.name:<36}{row.wall * 1e3:>7.1f} ms  {row.lower * 1e3:>8.1f}-{row.upper * 1e3:<8.1f}"
            f"{row.cpu * 1e3:>8.1f} ms{row.peak_kib / 1024:>8.1f} MiB{against:>9}"
            f"{size(row.output_bytes):>13}")
    if result.marks:
        lines[2] = f"({plural(result.rounds, 'photo')})"
        lines.append(f"  {'':<36}{'PSNR':>10}{'SSIM':>10}{'bytes':>12}   size")
        photo = None
        for mark in result.marks:
            if mark["photo"] != photo:
                photo = mark["photo"]
                lines.append(f"  {photo}")
            lines.append(f"    {mark['name']:<34}{mark['psnr']:>7.2f} dB{mark['ssim']:>10.4f}"
                         f"{size(mark['bytes']):>12}   {mark['width']}x{mark['height']}")
    lines += [f"  {verdict(bar)}" for bar in result.bars]
    return "\n".join(lines)


def verdict(bar):
    sign = ">=" if bar.at_least else "<="
    wanted = f"{sign} {bar.limit:.2f} {bar.unit}"
    if bar.held is None:
        return f"----   not measured: {bar.text} ({wanted})"
    return f"{'PASS ' if bar.held else 'short'}  {bar.value:.2f} {bar.unit} {bar.text} ({wanted})"
