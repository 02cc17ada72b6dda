import Foundation

/// The kernel's figures about another process.
struct ProcessUsage {
    let pid: Int32

    /// The CPU time of all threads that have not ended.
    var cpuSeconds: Double { cpuSeconds(ofThreads: "") ?? 0 }

    /// The CPU time of this process so far, with that of threads that have ended.
    static var ownSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    func cpuSeconds(over seconds: Double) async throws -> Double {
        let before = cpuSeconds
        try await Task.sleep(for: .seconds(seconds))
        return cpuSeconds - before
    }

    /// The CPU time of some threads so far, from schedstat, which counts nanoseconds (proc(5)).
    /// - Parameter prefix: the prefix of the threads' names.
    /// - Returns: nil if there is no such thread.
    func cpuSeconds(ofThreads prefix: String) -> Double? {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
        let threads = prefix.isEmpty ? all : all.filter { text("task/\($0)/comm").hasPrefix(prefix) }
        if threads.isEmpty { return nil }
        return threads.reduce(0) { sum, thread in
            sum + (text("task/\(thread)/schedstat").split(separator: " ").first.flatMap { Double($0) } ?? 0) / 1e9
        }
    }

    /// The part of the CPU time that was spent in the kernel. The kernel samples it, hundreds of times a second.
    var kernelSeconds: Double {
        // The command's name, which may have spaces and parentheses, is before these fields; stime is the 15th of all (proc(5)).
        let fields = text("stat").split(separator: ")").last?.split(separator: " ") ?? []
        return fields.dropFirst(12).first.flatMap { Double($0) }.map { $0 / Double(sysconf(Int32(_SC_CLK_TCK))) }
            ?? .nan
    }

    var residentKiB: Double {
        (text("statm").split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0) * 4
    }

    /// The part of it that holds pages of files, such as the program's code.
    var residentFileKiB: Double {
        (text("statm").split(separator: " ").dropFirst(2).first.flatMap { Double($0) } ?? 0) * 4
    }

    private func text(_ file: String) -> String {
        (try? String(contentsOfFile: "/proc/\(pid)/\(file)", encoding: .utf8)) ?? ""
    }
}
