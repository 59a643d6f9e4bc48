#include <gtest/gtest.h>

#include "io/output/csv_writer.hpp"
#include "io/output/observables_writer.hpp"
#include "io/output/thermodynamics_writer.hpp"
#include "io/output/xyz_writer.hpp"
#include "unit/io/temporary_directory.hpp"

namespace taut::io {
namespace {

using test::read_text;

class TableWriters : public testing::Test {
 protected:
  Frame frame() const {
    return {.step = 10,
            .time = 0.1,
            .positions = positions_,
            .velocities = velocities_,
            .constraint_forces = {},
            .kinetic = 1.5,
            .potential = -0.25,
            .max_position_error = 1e-13,
            .max_velocity_error = 2e-14,
            .iterations = 2.5};
  }

  const std::vector<Vec3> positions_ = {{0, 0, 0}, {0.1, -1.0 / 3.0, 0}};
  const std::vector<Vec3> velocities_ = {{0, 0, 0}, {1e-20, 2, 0}};
  test::TemporaryDirectory directory_;
};

TEST_F(TableWriters, ObservablesHaveOneRowAFrame) {
  const std::string path = directory_.file("observables.csv");
  ObservablesWriter writer(TextFile::create(path));
  writer.write(frame());
  writer.flush();
  EXPECT_EQ(read_text(path),
            "time,kinetic,potential,total,max_position_error,max_velocity_error,iterations\n"
            "0.1,1.5,-0.25,1.25,1e-13,2e-14,2.5\n");
}

TEST_F(TableWriters, CsvHasOneRowAParticle) {
  const std::string path = directory_.file("trajectory.csv");
  CsvWriter writer(TextFile::create(path));
  writer.write(frame());
  writer.flush();
  EXPECT_EQ(read_text(path),
            "time,particle,x,y,z,vx,vy,vz\n"
            "0.1,0,0,0,0,0,0,0\n"
            "0.1,1,0.1,-0.3333333333333333,0,1e-20,2,0\n");
}

TEST_F(TableWriters, XyzIsExtendedXyz) {
  const std::string path = directory_.file("trajectory.xyz");
  XyzWriter writer(TextFile::create(path), {"", "lower bob"});
  writer.write(frame());
  writer.flush();
  EXPECT_EQ(read_text(path),
            "2\n"
            "Properties=species:S:1:pos:R:3:vel:R:3 Time=0.1\n"
            "X 0 0 0 0 0 0\n"
            "lowerbob 0.1 -0.3333333333333333 0 1e-20 2 0\n");
}

TEST_F(TableWriters, XyzNamesTheLatticeOfEachFrameWhenThereIsABox) {
  const std::string path = directory_.file("trajectory.xyz");
  XyzWriter writer(TextFile::create(path), {});
  for (const Vec3& box : {Vec3{1, 2, 3.5}, {1.5, 3, 5.25}}) {
    Frame boxed = frame();
    boxed.box = box;
    writer.write(boxed);
  }
  writer.flush();
  EXPECT_NE(read_text(path).find("\nLattice=\"1 0 0 0 2 0 0 0 3.5\" Properties="), std::string::npos);
  EXPECT_NE(read_text(path).find("\nLattice=\"1.5 0 0 0 3 0 0 0 5.25\" Properties="), std::string::npos);
}

TEST_F(TableWriters, ThermodynamicsOfThePlaneHaveAnAreaAndTwoPressures) {
  const std::string path = directory_.file("thermodynamics.csv");
  ThermodynamicsWriter writer(TextFile::create(path), {.dimension = 2, .boltzmann_constant = 0.5, .mass = 18.0});
  Integrator::Thermodynamics now;
  now.temperature = 1.5;
  now.pressure.emplace();
  (*now.pressure)(0, 0) = 3.0;
  (*now.pressure)(1, 1) = 5.0;
  now.heat = 7.0;
  now.work = -2.0;
  Frame boxed = frame();
  boxed.thermodynamics = &now;
  boxed.box = {2.0, 3.0, 0.0};
  writer.write(boxed);
  writer.flush();
  EXPECT_EQ(read_text(path),
            "time,temperature,pressure,pxx,pyy,pzz,pxy,pxz,pyz,springs,angles,dihedrals,dispersion,coulomb,other,heat,"
            "work,volume,density\n0.1,3,4,3,5,0,0,0,0,0,0,0,0,0,0,7,-2,6,3\n");
}

TEST_F(TableWriters, AResumedFileIsAsIfItHadNeverStopped) {
  const std::string path = directory_.file("observables.csv");
  std::int64_t offset = 0;
  {
    ObservablesWriter writer(TextFile::create(path));
    writer.write(frame());
    offset = writer.offset();
    writer.write(frame());
  }
  const std::string uninterrupted = read_text(path);
  ObservablesWriter writer(TextFile::resume(path, offset));
  writer.write(frame());
  writer.flush();
  EXPECT_EQ(read_text(path), uninterrupted);
}

}  // namespace
}  // namespace taut::io
