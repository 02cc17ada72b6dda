extension QRCode {
    /// Two modules in each character, dark on light whatever the terminal's colors are, with the margin that readers
    /// need.
    ///
    /// Dark modules are background. Blocks of many fonts leave light lines between rows, at which zbar gives up.
    package var lines: [String] {
        let margin = 4
        func isDark(_ row: Int, _ column: Int) -> Bool {
            0..<size ~= row && 0..<size ~= column && self[row, column]
        }
        return stride(from: -margin, to: size + margin, by: 2).map { row in
            var line = ""
            var wasDark: Bool?
            for column in -margin..<size + margin {
                let (cell, onDark): (Character, Bool) =
                    switch (isDark(row, column), isDark(row + 1, column)) {
                    case (false, false): (" ", false)
                    case (true, false): ("▄", true)
                    case (false, true): ("▀", true)
                    case (true, true): (" ", true)
                    }
                if onDark != wasDark { line += onDark ? "\u{1B}[97;40m" : "\u{1B}[30;107m" }
                line.append(cell)
                wasDark = onDark
            }
            return line + "\u{1B}[0m"
        }
    }
}
