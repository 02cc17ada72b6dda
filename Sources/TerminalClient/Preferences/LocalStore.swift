internal import Observation

/// The present local settings. Changes are written to the configuration file, which the next start reads.
@MainActor
@Observable
final class LocalStore {
    private(set) var settings: LocalSettings
    @ObservationIgnored private let write: (ConfigEntry) throws -> Void

    init(_ settings: LocalSettings = LocalSettings(), write: @escaping (ConfigEntry) throws -> Void = { _ in }) {
        self.settings = settings
        self.write = write
    }

    // MARK: Inputs

    func setTheme(_ name: String) throws {
        settings.theme = name
        try write(.theme(name))
    }

    func setPalette(_ palette: MarketPalette) throws {
        settings.palette = palette
        try write(.palette(palette))
    }

    func setFlashes(_ isOn: Bool) throws {
        settings.flashes = isOn
        try write(.flashes(isOn))
    }

    func setSections(_ isOn: Bool) throws {
        settings.sections = isOn
        try write(.sections(isOn))
    }

    func setChartScale(_ scale: ChartScale) throws {
        settings.chart.scale = scale
        try write(.chartScale(scale))
    }

    func setChartPart(_ part: ChartPart, isShown: Bool) throws {
        if isShown { settings.chart.parts.insert(part) } else { settings.chart.parts.remove(part) }
        try write(.chartParts(settings.chart.parts))
    }

    func setUpdateRate(_ rate: UpdateRate) throws {
        settings.updateRate = rate
        try write(.updateRate(rate))
    }

    func setTimes(_ times: TimeChoice) throws {
        settings.times = times
        try write(.times(times))
    }
}
